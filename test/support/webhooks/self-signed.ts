import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const NAME = 'receiver';
const ADDRESS = [127, 0, 0, 1];
const DAY_MS = 86_400_000;

/** A private key and a certificate that vouches for itself, for 127.0.0.1, both PEM: RFC 5280 as far as it is needed. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)); // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(NAME)))));
  const statement = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(authority(), alternativeName())),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', statement, privateKey)]);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(statement, algorithm, der(0x03, signature))),
  };
}

/** basicConstraints, critical: CA. */
function authority(): Buffer {
  const yes = der(0x01, Buffer.of(0xff));
  return sequence(oid(0x55, 0x1d, 0x13), yes, der(0x04, sequence(yes)));
}

/** subjectAltName: the address. */
function alternativeName(): Buffer {
  return sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x87, Buffer.from(ADDRESS)))));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function pem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
