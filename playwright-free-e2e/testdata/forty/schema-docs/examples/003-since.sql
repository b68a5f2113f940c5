ALTER TABLE people ADD COLUMN since TEXT;
UPDATE people SET since = '2024-01-01' WHERE name = 'Ann';
CREATE VIEW unpaid AS SELECT * FROM orders WHERE state = 'new';
