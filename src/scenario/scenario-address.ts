const LONGEST = 2000

/** The reason why an address of a scenario is refused, as text for the user. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/**
 * The file that `?scenario=` names, relative to the page: a file of the page's own origin.
 * @throws AddressError
 */
export function scenarioAddress(value: string, page: string): URL {
  if (value.length > LONGEST) throw new AddressError(`The address of the scenario has more than ${LONGEST} characters.`)
  if (!URL.canParse(value, page)) throw new AddressError(`${JSON.stringify(value)} is no address of a scenario.`)
  const address = new URL(value, page)
  const { origin } = new URL(page)
  if (address.origin !== origin)
    throw new AddressError(`The scenario is on ${address.origin}; this page opens scenarios of ${origin} only.`)
  if (address.username !== '' || address.password !== '')
    throw new AddressError('The address of a scenario holds no user name and no password.')
  address.hash = ''
  return address
}
