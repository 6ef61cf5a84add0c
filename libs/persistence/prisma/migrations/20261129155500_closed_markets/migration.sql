-- Markets that wait for a result: few, however many were ever resolved.
CREATE INDEX "markets_closed" ON "markets"("event_id") WHERE "status" = 'closed';
