/** To be required before a process: tells at its end which packages of traces were loaded. */
process.once('exit', () => {
  const packages = Object.keys(require.cache).flatMap(
    (file) => /node_modules[\\/](@opentelemetry[\\/][\w-]+)/.exec(file)?.[1] ?? [],
  );
  for (const name of new Set(packages)) process.stderr.write(`loaded: ${name}\n`);
});
