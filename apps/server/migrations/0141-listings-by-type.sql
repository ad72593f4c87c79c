-- A kind of product that few offer is found without looking at all the others.
CREATE INDEX listings_by_type ON listings (product_type, created_at DESC, id DESC) WHERE state = 'ACTIVE';
