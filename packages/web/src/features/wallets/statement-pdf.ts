// A statement as a PDF document: its coins first, then all entries, oldest first. It is always in
// English, because the standard PDF fonts lack other scripts.

import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib'
import { feeEffect, type WireLedgerRecord } from '@basis/protocol/account'
import { statementOf } from './statement.ts'

type StatementAbout = {
  readonly uid: string
  readonly wallet: string
  /** Days, UTC. */
  readonly from: string
  readonly to: string
}

const [pageWidth, pageHeight] = [595, 842]
const margin = 40
const lineHeight = 14
const size = 8
const ink = rgb(0.1, 0.1, 0.12)
const soft = rgb(0.45, 0.45, 0.5)

/** The columns of a table: their position, and whether they are right-aligned. */
type Column = { readonly at: number; readonly isEnd?: true }
const summaryColumns: readonly Column[] = [
  { at: margin },
  { at: 130 },
  { at: pageWidth - margin, isEnd: true },
]
const entryColumns: readonly Column[] = [
  { at: margin },
  { at: 130 },
  { at: 165 },
  { at: 250 },
  { at: 400, isEnd: true },
  { at: 470, isEnd: true },
  { at: pageWidth - margin, isEnd: true },
]

/** Returns the bytes of the document; `rows` are newest first. */
export async function statementPdf(
  rows: readonly WireLedgerRecord[],
  { uid, wallet, from, to }: StatementAbout,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(`Statement of account ${uid}`)
  const [font, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ]
  const sheet = new Sheet(pdf, font, bold)
  sheet.title(`Statement of account ${uid}`)
  sheet.row([{ at: margin }], [`${wallet} wallet, ${from} to ${to}, times in UTC`], soft)
  sheet.gap()
  for (const { coin, before, after, sums, fees } of statementOf(rows)) {
    sheet.head(summaryColumns, [coin, 'Balance before', before])
    for (const [type, sum] of sums) sheet.row(summaryColumns, ['', type, sum])
    sheet.row(summaryColumns, ['', 'of these fees', fees], soft)
    sheet.head(summaryColumns, ['', 'Balance after', after])
    sheet.gap()
  }
  sheet.head(entryColumns, ['Time', 'Coin', 'Type', 'Symbol', 'Fee', 'Change', 'Balance'])
  for (const row of rows.toReversed()) {
    const time = new Date(row.transactionTimeE3).toISOString().slice(0, 19).replace('T', ' ')
    const { coin, type, symbol, change, cashBalance } = row
    sheet.row(entryColumns, [time, coin, type, symbol, feeEffect(row), change, cashBalance])
  }
  sheet.number()
  return pdf.save()
}

/** Pages written from the top down; a new one is begun when the last is full. */
class Sheet {
  readonly #pdf: PDFDocument
  readonly #font: PDFFont
  readonly #bold: PDFFont
  #page: PDFPage
  #y = pageHeight - margin

  constructor(pdf: PDFDocument, font: PDFFont, bold: PDFFont) {
    this.#pdf = pdf
    this.#font = font
    this.#bold = bold
    this.#page = pdf.addPage([pageWidth, pageHeight])
  }

  title(text: string): void {
    this.#page.drawText(text, {
      x: margin,
      y: this.#y - 10,
      size: 16,
      font: this.#bold,
      color: ink,
    })
    this.#y -= 28
  }

  gap(): void {
    this.#y -= lineHeight
  }

  head(columns: readonly Column[], texts: readonly string[]): void {
    this.#line(columns, texts, { font: this.#bold, color: ink })
  }

  row(columns: readonly Column[], texts: readonly string[], color = ink): void {
    this.#line(columns, texts, { font: this.#font, color })
  }

  /** Writes each page's number at its foot. */
  number(): void {
    const pages = this.#pdf.getPages()
    for (const [at, page] of pages.entries()) {
      const text = `${at + 1} / ${pages.length}`
      const x = pageWidth - margin - this.#font.widthOfTextAtSize(text, size)
      page.drawText(text, { x, y: margin / 2, size, font: this.#font, color: soft })
    }
  }

  #line(
    columns: readonly Column[],
    texts: readonly string[],
    { font, color }: { readonly font: PDFFont; readonly color: typeof ink },
  ): void {
    if (this.#y < margin + lineHeight) {
      this.#page = this.#pdf.addPage([pageWidth, pageHeight])
      this.#y = pageHeight - margin
    }
    this.#y -= lineHeight
    for (const [at, text] of texts.entries()) {
      const column = columns[at]
      if (column === undefined || text === '') continue
      const width = column.isEnd === true ? font.widthOfTextAtSize(text, size) : 0
      this.#page.drawText(text, { x: column.at - width, y: this.#y, size, font, color })
    }
  }
}
