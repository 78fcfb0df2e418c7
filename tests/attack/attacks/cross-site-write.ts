import { CONFIG_MAPS, refused, type Attack } from '../attack.ts'

/** A form of another site, which needs no preflight. */
export const crossSiteWrite = {
  name: "a write of another site's page",
  expected: 'refused, refused',
  async run({ send }) {
    const body = '{"metadata":{"name":"cross-site"}}'
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }
    const posted = await send('POST', CONFIG_MAPS, { headers, body })
    const untyped = await send('POST', CONFIG_MAPS, { headers: { origin: 'https://evil.example' }, body })
    return `${refused(posted)}, ${refused(untyped)}`
  },
} satisfies Attack
