"""Live books, trades and users, over one WebSocket."""
