CREATE TABLE orders(id INTEGER PRIMARY KEY, person INTEGER NOT NULL REFERENCES people(id), total REAL DEFAULT 0, state TEXT CHECK(state IN ('new', 'paid')) DEFAULT 'new');
CREATE INDEX orders_of ON orders(person);
INSERT INTO orders(person, total, state) VALUES (1, 12.5, 'paid'), (1, 3, 'new'), (2, 8.25, 'new');
