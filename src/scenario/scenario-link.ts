import { packText, unpackText } from '../share/packed-text.ts'
import { ShareError } from '../share/share-error.ts'
import { LONGEST_LINK } from '../share/share-link.ts'
import { LONGEST_SCENARIO } from './read-scenario.ts'

/** `s` for scenario, and a version that increases with each incompatible change. */
const PREFIX = '#s1.'

/** Whether the fragment begins like a scenario link of any version. A damaged link is reported, not ignored. */
export const isScenarioLink = (fragment: string): boolean => /^#s\d/.test(fragment)

/**
 * Encodes the text of a scenario as the fragment of a link, `#s1.<data>`.
 * @throws ShareError when the fragment is longer than 32 KiB
 */
export async function encodeScenarioLink(text: string): Promise<string> {
  const fragment = await scenarioFragment(text)
  if (fragment.length <= LONGEST_LINK) return fragment
  const size = Math.ceil(fragment.length / 1024)
  throw new ShareError(
    `The link would have ${size} KiB; a link can have ${LONGEST_LINK / 1024}. Share the file instead.`,
  )
}

/** Encodes a text as `encodeScenarioLink` does, but without the length limit. */
export const scenarioFragment = async (text: string): Promise<string> => PREFIX + (await packText(text))

/**
 * The text of a scenario, for `readScenario`.
 * @throws ShareError for a link that is damaged, of another version, or too large
 */
export async function decodeScenarioLink(fragment: string): Promise<string> {
  if (!fragment.startsWith(PREFIX))
    throw new ShareError('The link was made by another version of Tabplane, or is damaged. Copy the whole link again.')
  const text = await unpackText(fragment.slice(PREFIX.length))
  if (text.length > LONGEST_SCENARIO)
    throw new ShareError('The scenario in the link is too large. Ask its author for the file.')
  return text
}
