import { Injectable } from '@nestjs/common';
import { AppConfig, DomainError } from '@mneme/platform';
import { TargetGuard } from './target-guard.js';

/** A name server that does not answer must not hold a registration. */
const LOOKUP_MS = 3_000;

/** Decides which URLs can be registered. The target is checked again whenever a connection is made. */
@Injectable()
export class WebhookUrlCheck {
  constructor(
    private readonly config: AppConfig,
    private readonly guard: TargetGuard,
  ) {}

  /** @throws DomainError validation on the field url; the same words for every target that is not allowed */
  async check(text: string): Promise<void> {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const protocols = this.config.webhookAllowHttp ? ['https:', 'http:'] : ['https:'];
    if (url === undefined || !protocols.includes(url.protocol)) {
      throw DomainError.validation(`url must start with ${protocols.map((p) => `${p}//`).join(' or ')}`, 'url');
    }
    if (url.username !== '' || url.password !== '') {
      throw DomainError.validation('url must not contain a user name or password', 'url');
    }
    await this.withinTime(url).catch(() => {
      throw DomainError.validation('url: address not allowed', 'url');
    });
  }

  private async withinTime(url: URL): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, LOOKUP_MS, new Error('the look-up took too long'));
    });
    await Promise.race([this.guard.check(url), limit]).finally(() => {
      clearTimeout(timer);
    });
  }
}
