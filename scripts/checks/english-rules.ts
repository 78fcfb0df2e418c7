import type { Passage } from './prose.ts'

/** A rule of docs/STYLE.md, as far as a pattern can check it. */
interface EnglishRule {
  name: string
  /** Matched against a passage without its code and quotations. Its first match in a sentence is reported. */
  pattern: RegExp
  advice: string
  /** Passages that the rule does not read. */
  except?: readonly Passage['kind'][]
}

export interface EnglishFault {
  line: number
  rule: string
  found: string
  advice: string
}

/** Words after which "where" names a place or opens an indirect question. */
const PLACES =
  'place|places|position|positions|point|points|offset|line|lines|column|columns|path|paths|folder|folders|directory|' +
  'file|files|index|page|pages|level|location|byte|row|rows|cell|section|chapter|case|cases|example|' +
  'from|to|of|here|there|is|are|just|exactly|and|or|see|sees|shows?|showing|find|finds|found|decide|decides|' +
  'record|records|remember|remembers|mark|marks|names|name|say|says|tell|tells|learn|understand|know|except|matter'

/** Rules about the first words of a comment do not read texts of another kind. */
const OUTSIDE_COMMENTS: readonly Passage['kind'][] = ['title', 'message', 'heading', 'paragraph']

export const ENGLISH_RULES: readonly EnglishRule[] = [
  {
    name: 'hidden subject',
    pattern:
      /(?<=^|[.!?:;]["')]*\s+)(?:Who|What|Where|Whoever|Whatever|Wherever|Whom|Whose|Whichever|That which)\b(?![^.;]*\?)/,
    advice: 'name the subject: "Pending starters receive the error", not "Who waits is told"',
    except: ['heading'],
  },
  {
    name: 'hidden subject',
    pattern:
      /\b(?:whoever|whatever|whomever|whichever|wherever|that which|he who|those who|one that|one who|ones that)\b/i,
    advice: 'name the person or the thing',
  },
  {
    name: 'unnamed person',
    pattern: /\b(?:nobody|somebody|everybody|anybody|whom)\b/i,
    advice: 'name the caller, the writer, the user; or "no watcher", "another writer"',
  },
  {
    name: 'where for a condition',
    pattern: new RegExp(`(?<!\\b(?:${PLACES}),?\\s+)\\bwhere\\b`, 'i'),
    advice: '"when" or "if" opens a condition; "where" names a place',
    except: ['heading'],
  },
  {
    name: 'poetic verb',
    pattern:
      /\b(?:stands|stood|standing|lies|lain|lives in|lives on|lives as|lives with|lives until|lives beside|knows|knew|stand (?:in|for|beside|still|on|at)|lie (?:in|on|beside|at)|live (?:in|on|beside|until|at))\b/,
    advice: 'use a plain verb: "is", "is stored", "holds", "represents", "has"',
  },
  {
    name: 'poetic verb',
    pattern:
      /\b(?:is|are|was|were|be|been|being|gets?) (?:told(?! apart)|asked)\b|\btells\b(?! apart)|\basks (?!for\b)|\bspeaks\b|\bhears\b/,
    advice: 'code calls, requests, receives, reports, returns',
  },
  {
    name: 'poetic verb',
    pattern: /\b(?:comes?|came|coming) (?:by|about|into being|to be)\b|\bgoes without\b|\bgone by\b|\bfalls? due\b/,
    advice: 'use a plain verb: "receives", "is created", "expires"',
  },
  {
    name: 'judge',
    pattern: /\bjudg(?:es?|ed|ing)\b/i,
    advice: 'code validates an object, verifies a certificate, authorises a request, decides a question',
  },
  {
    name: 'pointing at',
    pattern: /\bpointing at\b|\busers? points? at\b/i,
    advice: 'a user presses, hovers over or focuses a part of the page',
  },
  {
    name: 'old word',
    pattern:
      /\b(?:anew|afresh|shall|thereof|therein|thereby|hereby|whence|thence|hither|whereof|wherein|whereby|albeit|lest|ere|befits?|betimes)\b/i,
    advice: 'use the present-day word: "again", "must", "in it"',
  },
  {
    name: 'negated noun',
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|need|way|such|other)[a-zA-Z-]+/i,
    advice: 'negate the verb: "is not a string", "are not nodes"',
    except: ['heading'],
  },
  {
    name: 'sentence without subject',
    pattern: /(?<=^|[.!?:;]["')]*\s+)Of (?!course)/,
    advice: 'name the thing: "The limit of each list", "Among subresources, only `/scale` ..."',
    except: ['heading'],
  },
  {
    name: 'passive question',
    pattern: /\bwhat (?:is|was|are|were) (?:asked|told|said|meant|wanted|held|known|there|to be)\b/i,
    advice: 'name it: "the request", "the message", "the stored objects"',
  },
  {
    name: 'boolean without whether',
    pattern:
      /^(?:(?:True|False) (?:when|if|for|while|until|after|once|unless)\b|Returns (?:true|false)\b|Reports whether\b)/,
    advice: 'begin with "Whether"',
    except: OUTSIDE_COMMENTS,
  },
  {
    name: 'unit without a noun',
    pattern:
      /^(?:In )?(?:Milliseconds|Seconds|Minutes|Hours|Days|Bytes|Kilobytes|Mebibytes|Pixels|Characters|Percent|Fractions?|Precondition)(?:[.;:,]|$)/,
    advice: 'name the quantity: "The time until the next attempt, in milliseconds."',
    except: OUTSIDE_COMMENTS,
  },
  {
    name: 'absent value alone',
    pattern:
      /^(?:Undefined|Empty|Absent|Null|Missing|Unset|None)(?:[:;,]| (?:when|if|for|with|without|in|on|at|or|while|until|unless|after|before|removes)\b)/,
    advice: 'name the value first: "The new object; undefined when the write removes it."',
    except: OUTSIDE_COMMENTS,
  },
  {
    name: 'question for a number',
    pattern: /^How (?:many|often|long|much|far|large)\b/,
    advice: 'name it: "The number of requests", "The time in milliseconds that"',
    except: OUTSIDE_COMMENTS,
  },
  {
    name: 'noun left out',
    pattern:
      /\bof (?:its|their) own\b(?!\s+(?!(?:and|or|in|as|with|which|that|for|when|if|because|under|while)\b)[a-z])|\b(?:that|those) of\b/i,
    advice: 'repeat the noun: "the labels of its pods", "its own volume"',
    except: OUTSIDE_COMMENTS,
  },
]

/** Code, quotations, links and placeholders are other people's words. Other characters replace them one for one, so offsets stay. */
function withoutQuotations(text: string): string {
  const blank = (match: string) => match.replace(/[^\n]/g, ' ')
  return text
    .replace(/`[^`]*`/g, (match) => match.replace(/[^\n]/g, '·'))
    .replace(/"[^"\n]*(?:\n[^"\n]*)?"/g, blank)
    .replace(/“[^”]*”/g, blank)
    .replace(/(?<=\]\()[^)]*(?=\))/g, blank)
    .replace(/\$\{[^}]*\}/g, blank)
    .replace(/https?:\S+/g, blank)
}

export function englishFaults(passage: Passage): EnglishFault[] {
  const text = withoutQuotations(passage.text)
  // One report for each word: the report of the first rule that matches there.
  const faults = new Map<number, EnglishFault>()
  for (const { name, pattern, advice, except } of ENGLISH_RULES) {
    if (except?.includes(passage.kind)) continue
    for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
      if (faults.has(match.index)) continue
      const line = passage.lines[text.slice(0, match.index).split('\n').length - 1] ?? 0
      faults.set(match.index, { line, rule: name, found: match[0].trim(), advice })
    }
  }
  return [...faults.values()].sort((a, b) => a.line - b.line)
}
