// The page shown while the terminal is built: it reloads by itself, and says where to look if the
// build failed.

import type { TerminalStage } from './terminal-build.ts'

type Words = { readonly building: string; readonly failed: string }

/** By language; the terminal's own messages are part of the build. */
const words: Readonly<Record<string, Words>> = {
  en: {
    building: 'The terminal is being built. This page opens it when it is ready. The API is open.',
    failed: 'The terminal could not be built; the server’s output says why. The API is open.',
  },
  de: {
    building:
      'Das Terminal wird gebaut. Diese Seite öffnet es, sobald es fertig ist. Die API ist offen.',
    failed:
      'Das Terminal konnte nicht gebaut werden; die Ausgabe des Servers sagt, warum. Die API ist offen.',
  },
  es: {
    building:
      'El terminal se está compilando. Esta página lo abrirá cuando esté listo. La API está disponible.',
    failed:
      'No se pudo compilar el terminal; la salida del servidor indica el motivo. La API está disponible.',
  },
  id: {
    building: 'Terminal sedang dibangun. Halaman ini membukanya setelah siap. API sudah terbuka.',
    failed: 'Terminal gagal dibangun; keluaran server memuat alasannya. API sudah terbuka.',
  },
  ja: {
    building: 'ターミナルをビルドしています。完了するとこのページで開きます。APIは利用できます。',
    failed:
      'ターミナルをビルドできませんでした。理由はサーバーの出力をご覧ください。APIは利用できます。',
  },
  ko: {
    building:
      '터미널을 빌드하고 있습니다. 완료되면 이 페이지에서 열립니다. API는 사용할 수 있습니다.',
    failed: '터미널을 빌드하지 못했습니다. 이유는 서버 출력에 있습니다. API는 사용할 수 있습니다.',
  },
  ru: {
    building: 'Терминал собирается. Страница откроет его, когда он будет готов. API уже работает.',
    failed: 'Не удалось собрать терминал; причина указана в выводе сервера. API работает.',
  },
  th: {
    building: 'กำลังสร้างเทอร์มินัล หน้านี้จะเปิดเทอร์มินัลเมื่อพร้อม ส่วน API ใช้งานได้แล้ว',
    failed: 'สร้างเทอร์มินัลไม่สำเร็จ ดูสาเหตุในเอาต์พุตของเซิร์ฟเวอร์ ส่วน API ใช้งานได้',
  },
  tr: {
    building: 'Terminal derleniyor. Hazır olduğunda bu sayfa onu açar. API açık.',
    failed: 'Terminal derlenemedi; nedeni sunucunun çıktısında yazıyor. API açık.',
  },
  vi: {
    building: 'Đang dựng giao diện giao dịch. Trang này sẽ mở khi hoàn tất. API đã sẵn sàng.',
    failed: 'Không dựng được giao diện giao dịch; xem lý do trong đầu ra của máy chủ. API vẫn mở.',
  },
  'zh-CN': {
    building: '正在构建终端，完成后本页会自动打开。API 已可使用。',
    failed: '终端构建失败，原因见服务器输出。API 仍可使用。',
  },
  'zh-HK': {
    building: '正在建置終端，完成後本頁會自動開啟。API 已可使用。',
    failed: '終端建置失敗，原因見伺服器輸出。API 仍可使用。',
  },
  'zh-TW': {
    building: '正在建置終端，完成後本頁會自動開啟。API 已可使用。',
    failed: '終端建置失敗，原因請見伺服器輸出。API 仍可使用。',
  },
}

/** Seconds after which the page reloads. */
export const askAgainSeconds = 2

/** Returns the page in the browser's first language that has a translation; else in English. */
export function waitingPage(stage: Exclude<TerminalStage, 'ready'>, accepted: string): string {
  const asked = accepted.split(',').map((part) => part.split(';')[0]?.trim() ?? '')
  const language = asked.map(languageOf).find((known) => known !== undefined) ?? 'en'
  const text = words[language]?.[stage] ?? ''
  const again =
    stage === 'building' ? `<meta http-equiv="refresh" content="${askAgainSeconds}">` : ''
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">${again}` +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" ' +
    `content="dark light"><title>Basis</title></head><body><h1>Basis</h1><p>${text}</p></body></html>`
  )
}

/** `de-AT` is read as `de`; Chinese without a region is simplified. */
function languageOf(tag: string): string | undefined {
  const exact = Object.keys(words).find((name) => name.toLowerCase() === tag.toLowerCase())
  const [main = ''] = tag.toLowerCase().split('-')
  return exact ?? (main === 'zh' ? 'zh-CN' : Object.hasOwn(words, main) ? main : undefined)
}
