import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'

const IMPORT = /^(?:import|export) .*? from '(\.[^']+)\.ts';?$/gm

/**
 * The type declarations of an entry file in one text: those of every file of our own that it reaches, as one module.
 * The files declare no name twice.
 */
export function declarations(entry) {
  const seen = new Set()
  const parts = []
  const visit = (file) => {
    if (seen.has(file)) return
    seen.add(file)
    const place = path.join(root, '.cache', 'types', file.replace(/\.ts$/, '.d.ts'))
    if (!existsSync(place)) throw new Error(`${file} has no declarations; run tsc --build package`)
    const text = readFileSync(place, 'utf8')
    for (const [, target] of text.matchAll(IMPORT)) visit(path.join(path.dirname(file), `${target}.ts`))
    parts.push({ file, text })
  }
  visit(entry)
  const exported = new Set(exportedNames(parts.at(-1).text))
  return parts
    .map(({ text }) => text.replaceAll(IMPORT, '').replaceAll(/^export \{.*\}.*$/gms, ''))
    .map((text) =>
      text.replaceAll(/^export (declare )?(\w+) (\w+)/gm, (all, declared = '', kind, name) =>
        exported.has(name) ? all : `${declared || 'declare '}${kind} ${name}`,
      ),
    )
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trimStart()
}

function* exportedNames(text) {
  for (const [, names] of text.matchAll(/export (?:type )?\{([^}]*)\}/g))
    for (const name of names.split(',')) yield name.trim()
}
