"""Architecture decision records: MADR, Nygard and log4brains."""
