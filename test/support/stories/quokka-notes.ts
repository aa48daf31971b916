/** A decision about a project in plain words, and another one about the same project, as records of an import. */
export const QUOKKA_NOTES = [
  ['event', '2026-02-02', 'Customers of the Quokka shop complain that its search finds nothing and takes seconds.'],
  ['prospective', '2026-02-05', 'Option for the Quokka search: Elasticsearch, Priya knows it from her last job.'],
  ['prospective', '2026-02-06', 'Another option for the Quokka search: Typesense, small and quick to set up.'],
  ['semantic', '2026-02-10', 'Tested Elasticsearch for Quokka: it wants 4 GB of memory before it holds one product.'],
  ['semantic', '2026-02-12', 'Tested Typesense for Quokka: it finds words with typos, and answers within 20 ms.'],
  ['decision', '2026-02-16', 'We decided to use Typesense for the search of the Quokka shop.'],
  ['task', '2026-02-20', 'Installed Typesense on the Quokka server and indexed all products.'],
  ['episodic', '2026-03-20', 'Since Typesense runs, nobody has complained about the Quokka search any more.'],
  ['decision', '2026-03-25', 'We decided to order pizza for the Quokka release party.'],
  ['episodic', '2026-03-28', 'The Quokka release party: twelve people came, the pizza was gone by eight.'],
].map(([type, day, content]) => ({ type, content, tags: [], createdAt: `${day ?? ''}T10:00:00Z` }));
