-- CreateTable
CREATE TABLE "event_details" (
    "event_id" TEXT NOT NULL,
    "rules" TEXT,
    "resolution_source" TEXT,
    "image_url" TEXT,

    CONSTRAINT "event_details_pkey" PRIMARY KEY ("event_id")
);

-- AddForeignKey
ALTER TABLE "event_details" ADD CONSTRAINT "event_details_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("event_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
