-- What the kernel forgets: every month of a city, two years of months of a business, and suggestions with their outcome.

CREATE TABLE world_city_months (
  city_id  uuid NOT NULL,
  tick     bigint NOT NULL,
  snapshot jsonb NOT NULL,
  PRIMARY KEY (city_id, tick)
);

CREATE TABLE world_business_months (
  business_id uuid NOT NULL,
  tick        bigint NOT NULL,
  unit_price  numeric(39, 0),
  wage        numeric(39, 0) NOT NULL,
  workers     integer NOT NULL,
  sales       numeric(39, 0) NOT NULL,
  profit      numeric(39, 0) NOT NULL,
  -- Of its debt, paid in this month.
  principal   numeric(39, 0) NOT NULL,
  interest    numeric(39, 0) NOT NULL,
  -- Wages of the month's end, one line for each worker.
  payroll     jsonb NOT NULL,
  PRIMARY KEY (business_id, tick)
);
CREATE INDEX world_business_months_by_tick ON world_business_months (tick);

CREATE TABLE world_intents (
  id                     uuid PRIMARY KEY,
  seq                    bigint NOT NULL,
  actor_id               uuid NOT NULL,
  type                   text NOT NULL,
  params                 jsonb NOT NULL,
  priority               double precision NOT NULL,
  source                 text NOT NULL,
  status                 text NOT NULL,
  reason_code            text,
  reason                 text,
  rewritten_to           uuid,
  acceptance_probability double precision NOT NULL,
  submitted_tick         bigint NOT NULL,
  not_before_tick        bigint,
  expires_at_tick        bigint NOT NULL,
  decided_tick           bigint,
  event_ids              uuid[] NOT NULL
);
CREATE INDEX world_intents_by_actor ON world_intents (actor_id, submitted_tick DESC);
