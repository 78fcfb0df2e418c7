/** The maximum length in characters. */
const LONGEST_ADDRESS = 2000

/** The reason why an address of a scenario is refused, as text for the user. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

export interface ScenarioAddress {
  readonly url: URL
  /** Whether the origin differs from the page's. Then the user, or the page that embeds this one, must allow it. */
  readonly isForeign: boolean
}

/**
 * The file that `?scenario=` names, relative to the page: on the page's origin, or by HTTPS on another origin.
 * @throws AddressError
 */
export function scenarioAddress(value: string, page: string): ScenarioAddress {
  if (value.length > LONGEST_ADDRESS)
    throw new AddressError(`The address of the scenario has more than ${LONGEST_ADDRESS} characters.`)
  if (!URL.canParse(value, page)) throw new AddressError(`${JSON.stringify(value)} is not an address of a scenario.`)
  const url = new URL(value, page)
  const isForeign = url.origin !== new URL(page).origin
  if (isForeign && url.protocol !== 'https:')
    throw new AddressError(
      `The scenario is on ${url.origin}; from another site, this page opens scenarios by HTTPS only.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new AddressError('The address of a scenario must not contain a user name or a password.')
  url.hash = ''
  return { url, isForeign }
}
