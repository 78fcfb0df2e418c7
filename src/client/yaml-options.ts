import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from 'yaml'

/** The options of every YAML parser of the page: YAML 1.1, as the command line reads it (`yes` is true, `<<` merges). */
export const yamlOptions: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  merge: true,
  uniqueKeys: true,
  customTags: (tags) =>
    tags
      // kubectl and the server read a timestamp as text, and write it without quotes.
      .filter((tag) => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:timestamp')
      .map((tag) => (isInteger(tag) ? exact(tag) : tag))
      // `1:30` is text for kubectl and the server. YAML 1.1 reads it as a sexagesimal number. Here it is read as text and
      // written with quotes.
      .map((tag) => (isSexagesimal(tag) ? { ...tag, identify: () => false, resolve: (text: string) => text } : tag)),
}

const isScalarTag = (tag: Tags[number]): tag is ScalarTag => typeof tag !== 'string' && 'resolve' in tag
const isInteger = (tag: Tags[number]): tag is ScalarTag =>
  isScalarTag(tag) && tag.tag === 'tag:yaml.org,2002:int' && tag.format !== 'TIME'

/** Integers of 64 bits keep their digits: beyond 2^53 they become a `bigint`. Larger integers become numbers, as in kubectl. */
const exact = (tag: ScalarTag): ScalarTag => ({
  ...tag,
  resolve(text, onError, options) {
    const value = tag.resolve(text, onError, options)
    if (Number.isSafeInteger(value)) return value
    const digits = tag.resolve(text, onError, { ...options, intAsBigInt: true })
    return typeof digits === 'bigint' && BigInt.asIntN(64, digits) === digits ? digits : value
  },
})

const isSexagesimal = (tag: Tags[number]): tag is ScalarTag => typeof tag !== 'string' && tag.format === 'TIME'
