"""Figures about the program: `python -m benchmarks NAME --data FOLDER`."""
