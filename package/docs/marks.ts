/** The words after the language of a code block: ` ```yaml tabplane `. The remark plugin and `tabplane docs test` read them. */
export const MARK = 'tabplane'
/** The mark of a block that is the expected output of the command before it. */
export const OUTPUT_MARK = 'tabplane-output'
/** The mark of a block whose manifest must be refused, or whose command must fail. */
export const REFUSED_MARK = 'tabplane-refused'
