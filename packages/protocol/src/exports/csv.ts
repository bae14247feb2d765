// Lines of a CSV file (RFC 4180), as the server streams them and as the terminal saves them.

/** Returns the line of a header or of a row, quoted where needed, with its CRLF. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
