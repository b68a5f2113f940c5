CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE);
INSERT INTO people(name, email) VALUES ('Ann', 'ann@example.org'), ('Bob', NULL);
