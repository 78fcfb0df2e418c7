import { lookupTable } from '../../worker/runtime/lookup-table.ts'

const ESCAPES = lookupTable<string>({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\uFFFD',
})

/** The text as HTML shows it, also in an attribute. Go's `html` package and templates write the same escapes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'\0]/g, (sign) => ESCAPES[sign] ?? sign)
