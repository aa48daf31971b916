import { SetMetadata } from '@nestjs/common';

export const RAW_RESPONSE = 'mneme:raw-response';

/** What the handler returns is sent as it is, without envelope: for documents whose form is not ours. */
export const RawResponse = (): MethodDecorator => SetMetadata(RAW_RESPONSE, true);
