// Streamlit's private names in the page, used only here and in style.css;
// streamlit_internals.py says what to check when Streamlit is upgraded.

export const APP = '[data-testid="stApp"]'
export const MAIN = '[data-testid="stMain"]'
export const BOTTOM = '[data-testid="stBottom"]'
export const SIDEBAR = '[data-testid="stSidebar"]'
export const COLLAPSE_SIDEBAR = '[data-testid="stSidebarCollapseButton"] button'
export const MARKDOWN = '[data-testid="stMarkdownContainer"]'
// By the picture of its author, which is hidden: the name that is read out is translated
export const MESSAGE_OF_USER = '.stChatMessage:has(> [data-testid="stChatMessageAvatarUser"])'
export const MESSAGE_OF_ASSISTANT = '.stChatMessage:has(> [data-testid="stChatMessageAvatarAssistant"])'
export const CODE = '[data-testid="stCode"]'
export const SEND = '[data-testid="stChatInputSubmitButton"]'
export const FILE_NAME = '[data-testid="stFileChipName"]'
export const DROPZONE = '[data-testid="stFileUploaderDropzone"]'
export const DROPZONE_WORDS = '[data-testid="stFileUploaderDropzoneInstructions"]'
export const TOAST = '[data-testid="stToast"]'
export const TOAST_BUTTON = '[data-testid="stToastViewButton"]'
export const INPUT_HINT = '[data-testid="InputInstructions"] > span'
export const MENU_BODY = '[data-testid="stMenuButtonBody"]'
export const SCRIPT_RUNNING = '[data-test-script-state="running"]'
export const THEME_KEY = `stActiveTheme-${window.location.pathname}-v2`
export const SIDEBAR_KEY = "stSidebarCollapsed-"
