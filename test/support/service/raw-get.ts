import { get } from 'node:http';

/** The body of a response as it was sent: `fetch` would decompress it. */
export async function getRaw(url: string, encoding: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await new Promise<void>((ended, failed) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', ended).on('error', failed);
    }).on('error', failed);
  });
  return Buffer.concat(chunks);
}
