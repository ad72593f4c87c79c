-- Beside the money of a day its tokens, and how many questions were not asked because the money was spent.
ALTER TABLE model_spending
  ADD COLUMN input_tokens  bigint NOT NULL DEFAULT 0 CHECK (input_tokens >= 0),
  ADD COLUMN output_tokens bigint NOT NULL DEFAULT 0 CHECK (output_tokens >= 0),
  ADD COLUMN not_asked     bigint NOT NULL DEFAULT 0 CHECK (not_asked >= 0);
