"""`mem doctor`: everything that is wrong or risky in a memory; one module for each subject."""
