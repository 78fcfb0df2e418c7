/** The commands of the library that the terminal offers; `library.test.ts` compares them with the library. */
export const LIBRARY_NAMES: readonly string[] =
  'awk base64 basename chmod column comm cp cut date diff dirname du expand expr file find fold gunzip gzip hostname join jq ln ls md5sum mkdir mv nl od paste readlink rev rg rm rmdir sed sha1sum sha256sum sort split stat strings tac tail touch tr tree unexpand uniq wc whoami zcat'.split(
    ' ',
  )

/**
 * Commands whose output grows with their input: the terminal can run them again with each line that arrives and print
 * the new part. The expression matches words of a command line for which this is not true.
 */
export const FOLLOWING: ReadonlyMap<string, RegExp> = new Map([
  ['awk', /END/],
  ['cut', /^$/],
  ['expand', /^$/],
  ['fold', /^$/],
  ['jq', /^-[a-zA-Z]*[sn]|^--slurp|^--null-input|\binputs?\b/],
  ['nl', /^$/],
  ['rev', /^$/],
  ['rg', /^-[a-zA-Z]*c|^--count/],
  ['sed', /\$[a-zA-Z!{,]|^-[a-zA-Z]*i|^--in-place/],
  ['tr', /^$/],
  ['unexpand', /^$/],
  ['library-grep', /^-[a-zA-Z]*[cABClLr]|^--/],
])
