"""Rules that read English and Dutch: tokens, sentences, references, dates, dialogue acts."""
