"""The sidebar: the lists of chats, search, trash, and the dialogs opened from there."""
