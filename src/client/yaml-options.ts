import type { DocumentOptions, ParseOptions, SchemaOptions } from 'yaml'

/** The options of every YAML parser of the page: YAML 1.1, as the command line reads it (`yes` is true, `<<` merges). */
export const yamlOptions: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  merge: true,
  uniqueKeys: true,
  // A timestamp is text in every schema; the server writes it without quotes.
  customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:timestamp'),
}
