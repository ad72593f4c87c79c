-- By which rules a panel was drawn: whoever draws it again needs them. Panels of before know no limit to seats that see alike.
ALTER TABLE panels ADD COLUMN draw_rules integer NOT NULL DEFAULT 1;
ALTER TABLE panels ALTER COLUMN draw_rules DROP DEFAULT;

CREATE OR REPLACE FUNCTION keep_panel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'TALLIED' OR OLD.candidates IS DISTINCT FROM NEW.candidates OR OLD.draw_rules <> NEW.draw_rules THEN
    RAISE EXCEPTION 'a tallied panel is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
