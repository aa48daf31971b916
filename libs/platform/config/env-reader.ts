/** Reads named variables, applies defaults and collects every problem, so that one message can name them all. */
export class EnvReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  text(name: string): string | undefined;
  text(name: string, fallback: string): string;
  text(name: string, fallback?: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? fallback : value;
  }

  /** What is put before a text, blanks at its end included; empty for `none`, undefined where nothing is said. */
  prefix(name: string): string | undefined {
    const value = this.text(name);
    return value === 'none' ? '' : value && this.env[name]?.trimStart();
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    return this.refuse(name, `must be a whole number from ${min} to ${max}`, fallback);
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const known = values.find((candidate) => candidate === value);
    return known ?? this.refuse(name, `must be one of ${values.join(', ')}`, fallback);
  }

  flag(name: string, fallback: boolean): boolean {
    return this.oneOf(name, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const protocol = URL.canParse(value) ? new URL(value).protocol : '';
    if (protocols.includes(protocol)) return value;
    return this.refuse(
      name,
      `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      undefined,
    );
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  /** Records a problem without ever repeating the value, which may be a secret. */
  refuse<T>(name: string, rule: string, fallback: T): T {
    this.problems.push(`${name} ${rule}`);
    return fallback;
  }
}
