// What a person chose, kept in localStorage where there is one. A damaged value is left out, the rest is kept.

export const languages = ['en', 'ms', 'id', 'es'] as const;
export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Language = (typeof languages)[number];
export type Theme = (typeof themes)[number];

export interface Settings {
  language: Language;
  theme: Theme;
  sound: boolean;
  names: boolean;
  animation: boolean;
  warn: boolean;
}

const key = 'rimau-settings';

export function readSettings(text: string | null, preferred: readonly string[]): Settings {
  const wanted = preferred.map((code) => code.slice(0, 2)).find(isLanguage) ?? 'en';
  const settings: Settings = {
    language: wanted,
    theme: 'auto',
    sound: false,
    names: true,
    animation: true,
    warn: false,
  };
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return settings;
  }
  if (typeof kept !== 'object' || kept === null) return settings;
  const values = kept as Record<string, unknown>;
  if (isLanguage(values.language)) settings.language = values.language;
  if (themes.includes(values.theme as Theme)) settings.theme = values.theme as Theme;
  for (const name of ['sound', 'names', 'animation', 'warn'] as const)
    if (typeof values[name] === 'boolean') settings[name] = values[name];
  return settings;
}

function isLanguage(code: unknown): code is Language {
  return languages.includes(code as Language);
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const preferred = typeof navigator === 'undefined' ? ['en'] : navigator.languages;
export const settings = $state(readSettings(stored(), preferred));

export function keepSettings(): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Nothing can be kept here; the settings last until the page is closed.
  }
}
