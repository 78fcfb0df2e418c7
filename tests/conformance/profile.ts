import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { recordingPath } from '../recordings/archive.ts'
import { startImagePolicyBackend } from './image-policy-backend.ts'
import { startIssuer } from './issuer.ts'
import { RECORDED_PORT } from './webhook-backend.ts'

/** By profile, the server to which the flags of the profile refer, besides the webhook backend. */
const BACKENDS: Readonly<Record<string, () => Promise<() => void>>> = {
  oidc: startIssuer,
  'oidc-email': startIssuer,
  'admission-image': startImagePolicyBackend,
}

/** Starts the backend of a profile in `BACKENDS`. Returns the function that stops it. */
export const startProfileBackend = async (profile: string): Promise<() => void> =>
  (await BACKENDS[profile]?.()) ?? (() => undefined)

const readProfiles = (): Record<string, string[]> =>
  JSON.parse(readFileSync(recordingPath('profiles.json'), 'utf8')) as Record<string, string[]>

export const profileNames = (): string[] => Object.keys(readProfiles()).filter((name) => name !== '')

/**
 * The flags of a profile. Its configuration files are written into a new folder, with the paths of this machine and the
 * port of the webhook backend in them.
 */
export function profileFlags(profile: string, webhookPort = RECORDED_PORT): string[] {
  const profiles = readProfiles()
  const flags = profiles[profile]
  if (profile === '' || !flags)
    throw new Error(`there is no profile ${profile}; choose one of ${profileNames().join(', ')}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'tabplane-profile-'))
  const config = path.join(folder, 'config')
  const rendered = (text: string): string =>
    text
      .replaceAll('@config@', config)
      .replaceAll('@pki@', path.join(folder, 'pki'))
      .replaceAll('@recordings@', recordingPath(''))
      .replaceAll(`:${RECORDED_PORT}`, `:${webhookPort}`)
  mkdirSync(config)
  symlinkSync(recordingPath('pki'), path.join(folder, 'pki'))
  for (const file of readdirSync(recordingPath('config')))
    writeFileSync(path.join(config, file), rendered(readFileSync(recordingPath(`config/${file}`), 'utf8')))
  return [...(profiles[''] ?? []), ...flags].map(rendered)
}
