/** The media type of a JSON record a line. */
export const NDJSON = 'application/x-ndjson';
