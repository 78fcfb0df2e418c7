import { BODY_BYTES, CONFIG_MAPS, refused, type Attack } from '../attack.ts'

const yaml = (name: string, text: string): Attack => ({
  name: `YAML: ${name}`,
  expected: 'refused',
  async run({ send }) {
    return refused(await send('POST', CONFIG_MAPS, { headers: { 'content-type': 'application/yaml' }, body: text }))
  },
})

const aliases = (): string => {
  const map = Array.from({ length: 10_000 }, (_, i) => `k${i}: v`).join(', ')
  return `a: &a {${map}}\nb: [${'*a, '.repeat(10_000)}]`
}

export const yamlBrackets = yaml('a million brackets', '['.repeat(1_000_000)) satisfies Attack
export const yamlColons = yaml('3 MB of colons', ': '.repeat(BODY_BYTES / 2)) satisfies Attack
export const yamlEntries = yaml('3 MB of entries', '- '.repeat(BODY_BYTES / 2)) satisfies Attack
export const yamlItems = yaml('3 MB of items', `[${'1,'.repeat(BODY_BYTES / 2 - 1)}]`) satisfies Attack
export const yamlAliases = yaml('aliases of a large map', aliases()) satisfies Attack
