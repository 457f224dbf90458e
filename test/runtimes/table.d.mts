/** What one check of a runtime came to; `error` where it failed. */
interface Outcome {
  readonly feature: string;
  readonly error?: string;
}

export declare function tableOf(
  names: readonly string[],
  columns: Readonly<Record<string, readonly Outcome[]>>,
): string;
export declare function isSound(table: string): boolean;
export declare function keptTable(readme: string): string | undefined;
export declare function writeTable(readme: string, table: string): void;
