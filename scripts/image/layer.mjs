import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** The most bytes of a layer before compression; the runtime has about 110 MB. */
const MAX_TAR = 1024 * 1024 * 1024

export const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/**
 * The content of a folder as a layer that belongs to one user. The same files make the same bytes, so that an unchanged
 * layer is not transferred again.
 */
export function layerOf(folder, user) {
  const same = ['--sort=name', '--mtime=@0', '--format=ustar', '--mode=u+rwX,go+rX,go-w', '--no-acls', '--no-xattrs']
  const owner = ['--numeric-owner', `--owner=${user}`, `--group=${user}`]
  const args = ['--create', '--file=-', ...same, ...owner, `--directory=${folder}`, ...readdirSync(folder).sort()]
  const tar = execFileSync('tar', args, { maxBuffer: MAX_TAR, stdio: ['ignore', 'pipe', 'inherit'] })
  return { bytes: gzipSync(tar), diffId: sha256(tar) }
}
