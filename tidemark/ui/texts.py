"""Every word the page says, in one place, so that another language can stand beside this one."""

from tidemark.events import Step
from tidemark.schema import ItemKind, PieceKind

NAME = "Tidemark"
TAGLINE = "A chat that remembers within a budget, and asks when it is unsure."

# The sidebar
NEW_CHAT = "New chat"
IMPORT = "Import"
CHATS = "Chats"
NO_CHATS = "No chats yet. The first message begins one."
MORE_CHATS = "Show more chats"
TODAY = "Today"
YESTERDAY = "Yesterday"
PREVIOUS_7_DAYS = "Previous 7 days"
PREVIOUS_30_DAYS = "Previous 30 days"
OLDER = "Older"
MENU_OF = "Menu of {title}"
RENAME = "Rename"
EXPORT = "Export"
DELETE = "Delete"
SKIP = "Close"

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

# Dialogs
RENAME_TITLE = "Rename chat"
NEW_TITLE = "Title"
SAVE = "Save"
EXPORT_TITLE = "Export chat"
EXPORT_EXPLAINED = (
    "One line of JSON for the chat, each message and each summary, with all that is stored of them."
)
EXPORTED_TO = "Also written to"
NOT_EXPORTED = "The file cannot be written: {why}. Set EXPORTS_DIR in .env to another folder."
DOWNLOAD = "Download"
IMPORT_TITLE = "Import a conversation"
IMPORT_EXPLAINED = (
    "A file that Tidemark exported comes back as it was. Of others, each message is stored, and "
    "folded where a chat would have folded: one JSON object a line with `role` and `content`."
)
IMPORT_FILE = "File"
IMPORT_WHICH = "The file holds several conversations. Which one?"
IMPORTING = "Storing exchange {done} of {of}"
IMPORTED = "Imported {count} messages."
IMPORTED_BEFORE = "This conversation is here already."
IMPORTED_BESIDE = "Imported {count} messages, beside another conversation of the same id."
DELETE_TITLE = "Delete chat"
DELETE_ASKED = (
    "Its messages, summaries and everything derived from them will be deleted for good. "
    "Files you exported stay."
)
DELETE_BRANCHES = "So will the other branches of this chat, {count} in all."
DELETE_BRANCH = "So will the other branch of this chat."
DELETE_CHAT = "Delete chat"
KEEP_CHAT = "Keep it"
DELETED = "Chat deleted."

# The engine
ENGINE = "Engine"
CHECK_AGAIN = "Check again"
CHECKED = "Settings read again. Answers come from: {label}."
GOOGLE_SEES_IT = "What you write is sent to Google."
SERVICE_SEES_IT = "What you write is sent to the service named above."
HOST_SEES_IT = "What you write is sent to {host}."
STAYS_HERE = "Nothing you write leaves this computer."

# First run
FIRST_TITLE = "What would you like to talk about?"
FIRST_WHAT = (
    "Every message is kept. What the engine reads of the past fits a budget of {threshold} tokens: "
    "past that line, older messages fold into a short summary you can open and check. "
    "When a question is unclear, Tidemark asks back before it answers."
)
FIRST_BUILTIN = (
    "The built-in engine answers: no language model, no network. It remembers, quotes and asks "
    "back. For answers by a language model, add your key and check again."
)
FIRST_OTHER = "{label} answers."
FIRST_PROBLEM = "No engine answers yet."
FIRST_KEY = (
    "Put `GOOGLE_API_KEY=your key` in the file `.env`, then press “Check again” in the sidebar."
)
CHIP_SAMPLE = "Open a sample conversation"
CHIP_PLAN = "Plan a trip to Lisbon in May for 900 euros"
CHIP_UNCLEAR = "I need to find out who will leave"
CHIP_PLAN_TEXT = (
    "I am planning a trip to Lisbon in May. My budget is 900 euros and I do not eat meat."
)

# The chat
UNTITLED = "New chat"
SHOW_EARLIER = "Show earlier messages"
YOU = "You"
COPY = "Copy"
COPIED = "Copied"
COPY_REPLY = "Copy reply"
ANSWERING = "Answering"
ANSWERED = "Answer complete"
STOPPED = "Stopped"
STOPPING = "Stopping"
FAILED = "Failed"
FOLDED = "Folded {count} messages"
ELSEWHERE = "Another window of Tidemark is answering this message."
RETRY = "Retry"
STOPPED_NOTE = "You stopped this answer."
CRASHED_NOTE = "This message was cut off before it was answered. It is kept."
FAILED_NOTE = "This answer failed."
EARLIER_ATTEMPT = "An earlier attempt at this answer"
STOP = "Stop"
PLACEHOLDER = "Write a message"
ASKED_BACK = "Which of these do you mean?"
ASKED_BACK_OWN = "Choose one, answer in your own words below, or go on without."
QUESTIONS = "What would help to know"
ANSWER_ANYWAY = "Answer anyway"
FOLD_LINE = "Messages {first} to {last} are folded into a summary"
FOLD_ONE = "Message {first} is folded into a summary"
UNDONE_LINE = "The fold of messages {first} to {last} is undone"
UNDONE_ONE = "The fold of message {first} is undone"
LOSSES = "What the summary left out"
SAVED = "{before} tokens became {after}."
NOTHING_LOST = "No name, number or date of these messages was left out of the summary."
LOST = {"names": "Names", "numbers": "Numbers", "dates": "Dates"}
LOST_STAYS = "These are in no item of the summary. They stay in the messages, and are found there."
UNDO = "Undo"
REDO = "Redo"
UNDO_FOLD = "Undo the fold"
REDO_FOLD = "Redo the fold"
UNDO_EXPLAINED = "These {count} messages will be read whole again, and their summary set aside."
UNDO_EXPLAINED_ONE = "This message will be read whole again, and its summary set aside."
REDO_EXPLAINED = "The summary takes the place of these {count} messages again, as it was."
REDO_EXPLAINED_ONE = "The summary takes the place of this message again, as it was."
CONTEXT_BECOMES = "Context: {before} → {after} / {threshold} tokens"
FOLDS_AGAIN = "That is past the tide line: your next message folds them again."
FOLDS_STILL = "That is past the tide line still: your next message folds what is left."
FOLDS_LATER = "Your next message folds nothing, up to {room} tokens."
CHANGES_WAIT = "Your changes to the summary ({count}) are made again when the messages fold again."
UNDONE = "Fold undone. Context: {context} / {threshold} tokens."
REDONE = "Fold redone. Context: {context} / {threshold} tokens."

STEPS: dict[Step, str] = {
    "context": "Context",
    "summariser": "Summary",
    "ambiguity": "Understanding",
    "responder": "Answer",
    "save": "Saving",
}
AT_WORK: dict[Step, str] = {
    "context": "Reading the context",
    "summariser": "Folding older messages",
    "ambiguity": "Understanding the message",
    "responder": "Writing the answer",
    "save": "Saving",
}

# Branches
MESSAGE_MENU = "Menu of message {number}"
EDIT = "Edit and send again"
FORK = "New chat from here"
FORKED = "A new chat that begins with the first {number} messages. The other one stays as it is."
FORKED_FROM = "Begins as “{title}” did, up to message {number}"
FORKED_FROM_GONE = "Begins with {number} messages of a chat that was deleted."
EDIT_FIELD = "Your message"
EDIT_EXPLAINED = (
    "It is answered in a branch of this chat. What was said from here on stays as it is, one "
    "switch away."
)
EDIT_SEND = "Send again"
EDIT_CANCEL = "Cancel"
SWITCH = "{at} of {count}"
PREVIOUS = "Previous version of message {number}"
NEXT = "Next version of message {number}"

# The meter
METER = "Context: {context} / {threshold} tokens"
FILLING = "Three quarters full"
NEARLY_FULL = "Nearly full"
FOLDS_NEXT = "Folds at your next message"
RECALLED = "{recalled} recalled beside it"
FOLDED_TO = "Folded {before} → {after} tokens"
PARTS = "What counts"
PARTS_OF = "Part"
PARTS_TOKENS = "Tokens"
PART_SUMMARIES = "Summaries in force"
PART_ACTIVE = "Active messages ({count})"
PART_FREE = "Free up to the tide line"
PART_OVER = "Past the tide line"
PART_PINNED = "Kept verbatim, in every view, beside the count"
PART_RECALLED = "Recalled for the last answer, beside the count"
PART_DRAFT = "Answer being written"
PARTS_COVERED = (
    "{count} earlier messages are covered by summaries. They are kept and can be read above."
)
PARTS_RULE = "Past {threshold} tokens the active messages fold into a summary at your next message."

# How this was understood
UNDERSTOOD = "How this was understood"
AS_WRITTEN = "Understood as written."
READ_AS = "Read as: {text}"
UNCLEAR = "Unclear, so it was asked back."
NOT_ANALYSED = "Not analysed: the turn ended before this step."
WITH_RECALL = "{count} earlier messages came back for it."
REWRITTEN = "Rewritten"
INTERPRETATIONS = "Possible interpretations"
NEEDED = "Needed from memory"
CLARIFYING = "Questions asked back"
AUGMENTED = "Context added"
RECALLED_MESSAGES = "Earlier messages that came back"
AGENTS = "Agents"
AGENT = "Agent"
AGENT_TOKENS = "Tokens"
AGENT_MS = "Milliseconds"
FELL_BACK = "The built-in engine took over a step: {why}"
SPENT = "The service counted {input} tokens read and {output} written in {calls} calls."

# Memory
MEMORY = "Memory"
MEMORY_TITLE = "Memory of this chat"
MEMORY_TAB = "Memory of {title} · {name}"
BACK_TO_CHAT = "Back to the chat"
RECENT = "Last exchanges"
RECENT_EXPLAINED = "The last {count}, word for word."
RECENT_NONE = "Nothing was said yet."
RUNNING = "Running summary"
RUNNING_EXPLAINED = (
    "{words} of {most} words, up to date with the last message. It is made of the summaries in "
    "force and the messages not folded yet, and no engine reads it until a fold."
)
INDEX = "Index of exchanges"
INDEX_EXPLAINED = "Every exchange on one line. Open one to read it in full."
INDEX_FIND = "Search the index"
INDEX_NONE = "No exchange speaks of this."
INDEX_EARLIER = "Show earlier exchanges"
EXCHANGE = "{number}. {day}. {line}"
TOPICS = "Topics: {topics}"

ACROSS = "Remember across chats"
ACROSS_EXPLAINED = (
    "This chat reads of your other chats and of what is known about you, and they read of it. "
    "Switched off, it stands alone."
)

# Where a reply comes from

# About you
PROFILE = "About you, in all chats"
ABOUT_YOU = "About you"
ABOUT_TAB = "About you · {name}"
PROFILE_EXPLAINED = (
    "Kept in your own words, from what you wrote. What is switched on may go into what the engine "
    "reads, in any chat. What you forget does not come back."
)
PROFILE_NONE = "Nothing is known of you yet. Say what you prefer, what binds you, or who you are."
PROFILE_USE = "Use “{text}”"
PROFILE_USE_HELP = "Whether the engine may read this"
PROFILE_MENU = "Menu of “{text}”"
PROFILE_CHANGE = "Change"
PROFILE_FORGET = "Forget this"
PROFILE_EDITED = "your words since"
PROFILE_MORE = "said {count} more times"
PROFILE_SOURCE = "from “{title}”, message {number}"
PROFILE_ADD = "Something to know about you"
PROFILE_KEEP = "Keep"
PROFILE_CHANGE_TITLE = "Change what is known"
PROFILE_WORDS = "In your words"
PROFILE_EMPTY = "There is nothing in it."

# What the engine read
READ_NOTHING = "From your message alone"
READ = "From {what}"
READ_OF = (  # one, many
    ("1 earlier message", "{count} earlier messages"),
    ("1 similar question", "{count} similar questions"),
    ("1 remembered item", "{count} remembered items"),
)
AND = " and "
TO_CHAT = "In “{title}”"
READ_COUNT = "{tokens} of {threshold} tokens by our count"
READ_TOLD = "beside {tokens} of instructions"
READ_BY_SERVICE = "The service counted {input} read, instructions included, and {output} written."
READ_PROOF = "Letter by letter as it was sent (SHA-256 {begin}…)."
READ_OTHERWISE = (
    "Another version of Tidemark laid this out: the words are those sent, their frame may differ."
)
READ_PIECES = "What was read, in order"
READ_LEFT_OUT = "What was left out"
READ_WISHED = "This answer was asked for without some of it."
WITH_EVERYTHING = "Answer again with everything"
WITHOUT_THIS = "Answer again without this"
TO_MESSAGE = "Message {number}"
MISSED_BY = "Missed by {tokens} tokens"
MISSED_BY_ONE = "Missed by 1 token"
TOKENS = "{count} tokens"
FRAME = "Labels and fences"
STANDS = "The answer that stands until this one is whole"
KINDS: dict[PieceKind, str] = {
    "item": "Remembered",
    "recalled": "Recalled",
    "message": "Message",
    "augmented": "Understood as",
    "question": "Question",
}

# Summaries
SUMMARIES = "Summaries ({count})"
SUMMARY_OF = "Messages {first} to {last}"
SUMMARY_MERGED = "merged"
SUMMARY_TOKENS = "{count} tokens"
SUMMARY_EMPTY = "Nothing in these messages was worth keeping in a summary."
IN_YOUR_WORDS = "in your own words"
PINNED = "pinned"
PIN = "Pin"
LET_GO = "Let go"
CHANGE = "Edit"
CHANGE_ITEM = "Change: {text}"
ADD_ITEM = "Add an item"
ITEM_TITLE = "Something to remember"
ITEM_WORDS = "What is remembered"
ITEM_KIND = "Kind"
ITEM_EXPLAINED = "What it says now stays below it, and every change can be taken back."
ADD_EXPLAINED = "It rests on no message: it is remembered in your own words."
SAID_BY = "{number} · {who}"
UNCONFIRMED = "Unconfirmed"
UNCONFIRMED_EXPLAINED = (
    "A model said so, and the messages it names do not. No engine reads this again."
)
VERSIONS = "Versions"
NO_VERSIONS = "As it was folded: nobody has changed it."
VERSION_OF = "{number} · {change} by {who}, {at}"
BY = {"you": "you", "engine": "the engine"}
RESTORE = "Restore version {number}"
KEEP = "Keep verbatim"
KEEP_NO_MORE = "Keep verbatim no more"
KEPT = "Kept verbatim"
KEPT_NOW = "Message {number} is always read from now on, and never folded."
KEPT_NO_MORE = "Message {number} is read and folded like any other."
FROM_MESSAGES = "in the words: “{quote}”"
RESTS_ON = "message {numbers}"
REST_ON = "messages {numbers}"
TITLE_EMPTY = "A title needs at least one letter or digit."
ON_DATE = "on {date}"
INSTEAD_OF = "instead of: {text}"
ITEMS: dict[ItemKind, str] = {
    "preferences": "Preferences",
    "constraints": "Constraints",
    "decisions": "Decisions",
    "todos": "To do",
    "open_questions": "Open questions",
    "key_facts": "Facts",
}
STATUS = {"open": "open", "done": "done", "answered": "answered"}

# The recall check
CHECK_TITLE = "Recall check"
CHECK_EXPLAINED = (
    "Facts of this chat, at most 200, are asked for with a name or a number taken out: would an "
    "engine read the message that says it? No engine is asked, and nothing is stored."
)
CHECK_BEGIN = "Check recall"
CHECKING = "Fact {done} of {of}"
CHECK_HEAD = "| Tokens an engine may read | Messages found |\n|--:|--:|"
CHECK_ROW = "| {budget} | {share} % |"
CHECK_OF = "{facts} facts were asked for."
CHECK_OF_ONE = "One fact was asked for."
CHECK_ALL = "Nothing was missed."
CHECK_NOTHING = "This chat says nothing yet that can be asked for: no name and no number."
CHECK_MISSES = "Missed"
CHECK_MISS = "• {question}{answer}: at {at} tokens"
CHECK_MORE = "And {count} more. The command recall-check lists all of them."

# When something is wrong
CANNOT_OPEN = "Tidemark cannot open"
CANNOT_SHOW = "This cannot be shown"
TRY_AGAIN = "Try again"
NO_SUCH_CHAT = "This chat is not here"
BEGIN_NEW = "Begin a new chat"
NOT_SENT = "Not sent"
