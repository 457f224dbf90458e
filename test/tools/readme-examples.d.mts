export function readmes(): string[];
export function withExamples(path: string): { text: string; filled: string; programs: string[] };
