import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'

const PACKAGE_FOLDER = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//

/**
 * The licences of the packages whose code is a part of the bundle.
 * @param inputs the files of the bundle, below the project folder
 * @throws Error for a package without a licence file
 */
export function notices(inputs) {
  const folders = new Set(inputs.map((file) => PACKAGE_FOLDER.exec(file)?.[1]).filter(Boolean))
  const parts = [...folders]
    .sort((a, b) => a.localeCompare(b))
    .map((folder) => {
      const place = path.join(root, folder)
      const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'))
      return `## ${name} ${version} (${license})\n\n${licenceOf(name, place)}`
    })
  return `# Third-party notices\n\nThe package contains code of these packages.\n\n${parts.join('\n')}`
}

function licenceOf(name, place) {
  const files = readdirSync(place).filter((file) => /^(licen[cs]e|notice)(\.|-|$)/i.test(file))
  if (files.length === 0) throw new Error(`${name} has no licence file for THIRD-PARTY-NOTICES.md`)
  return files.map((file) => `\`\`\`\n${readFileSync(path.join(place, file), 'utf8').trim()}\n\`\`\`\n`).join('\n')
}
