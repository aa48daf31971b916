import { Injectable } from '@nestjs/common';
import { withTimeout } from '@mneme/platform/concurrency';
import { AppConfig } from '@mneme/platform/config';
import { DomainError, type Fault } from '@mneme/platform/errors';
import { AddressNotAllowedError, SsrfGuard } from '../http/ssrf.guard.js';

/** A name server that does not answer must not hold a registration. */
const LOOKUP_MS = 3_000;

/** Decides which URLs can be registered. The target is checked again whenever a connection is made. */
@Injectable()
export class WebhookUrlValidator {
  constructor(
    private readonly config: AppConfig,
    private readonly guard: SsrfGuard,
  ) {}

  /**
   * @throws DomainError validation on the field url. The same words for every target that is not allowed; a refusal
   * names the switch that opens what it is about, and both where both are needed
   */
  async check(text: string): Promise<void> {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined && /^https?:/i.test(text)) throw refused(['must be a valid URL']);
    if (url === undefined || !['https:', 'http:'].includes(url.protocol)) throw refused([this.wrongProtocol()]);
    if (url.username !== '' || url.password !== '') throw refused(['must not contain a user name or password']);
    const rules = url.protocol === 'http:' && !this.config.webhookAllowHttp ? [this.wrongProtocol()] : [];
    await this.withinTime(url).catch(() => rules.push(`: ${new AddressNotAllowedError().message}`));
    if (rules.length > 0) throw refused(rules);
  }

  private wrongProtocol(): string {
    return this.config.webhookAllowHttp
      ? 'must start with https:// or http://'
      : 'must start with https:// (WEBHOOK_ALLOW_HTTP=on allows http:// for local work)';
  }

  private async withinTime(url: URL): Promise<void> {
    await withTimeout(this.guard.check(url), LOOKUP_MS, () => {
      throw new Error('the look-up took too long');
    });
  }
}

/** @param rules each as it follows on the name of the field */
function refused(rules: readonly string[]): DomainError {
  const faults = rules.map((rule): Fault => ({
    message: rule.startsWith(':') ? `url${rule}` : `url ${rule}`,
    field: 'url',
  }));
  return new DomainError('validation', faults);
}
