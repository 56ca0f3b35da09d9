"""The sidebar: lists of chats, search, trash, and the dialogs opened from them."""
