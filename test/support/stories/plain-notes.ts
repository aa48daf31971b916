/** What a small team wrote down, plainly: most notes say what they are. */
const told: readonly (readonly [day: string, content: string])[] = [
  ['03-02', 'Checkout requests time out every Friday evening when traffic peaks.'],
  ['03-03', 'Lena proposed adding a message queue in front of the payment worker.'],
  ['03-03', 'Tom suggested simply doubling the number of payment workers.'],
  ['03-04', 'Team lunch at the Vietnamese place, everyone liked the pho.'],
  ['03-05', 'Load test: with twice the workers the database hits its connection limit.'],
  ['03-06', 'Load test: with a queue, peak latency stayed under 300 ms.'],
  ['03-07', 'Marta is on holiday until the 18th.'],
  ['03-09', 'We decided to put RabbitMQ in front of the payment worker instead of adding more workers.'],
  ['03-10', 'Renewed the TLS certificate of the staging server.'],
  ['03-11', 'The new designer starts on Monday and needs a laptop.'],
  ['03-12', 'Lena deployed RabbitMQ to production.'],
  ['03-15', 'Customer Brightside asked for CSV export of invoices.'],
  ['03-16', 'We could build the CSV export on the server or in the browser.'],
  ['03-17', 'Browser export freezes at 50,000 rows in our prototype.'],
  ['03-18', 'Decision: CSV export runs on the server as a background job.'],
  ['03-20', 'Since the queue went live there have been no checkout timeouts on Fridays.'],
  ['03-25', 'Brightside confirmed that the export works for them.'],
];

export const PLAIN_NOTES = told.map(([day, content]) => ({
  type: 'episodic',
  content,
  createdAt: `2026-${day}T10:00:00Z`,
}));
