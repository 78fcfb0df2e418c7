import type { ApiObject } from '../api/object.ts'
import { copiedObject } from '../resources/path.ts'

/** The default lifetime of a requested token, in seconds. */
const LIFETIME = 3600

/** Sets the defaults of a TokenRequest, in place. The audit sets them without the module that signs tokens. */
export function setTokenDefaults(request: ApiObject): void {
  copiedObject(request, 'spec')['expirationSeconds'] ??= LIFETIME
}
