/** A JSON web key (RFC 7517, RFC 7518): the public members, and for a signing key the private ones. */
export interface WebKey {
  readonly kty?: string
  readonly crv?: string
  readonly x?: string
  readonly y?: string
  readonly n?: string
  readonly e?: string
  readonly d?: string
  readonly p?: string
  readonly q?: string
  readonly dp?: string
  readonly dq?: string
  readonly qi?: string
}
