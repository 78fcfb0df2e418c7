import type { Place } from '../notation/place.ts'

/** Checks the port of a service that the server calls: of a webhook or of an API service. */
export function checkServicePort(port: number, place: Place): void {
  if (port < 1 || port > 65535) {
    place.invalid(port, 'port is not valid: must be between 1 and 65535, inclusive', 'port')
  }
}
