using System.Globalization;
using Marketplace.WritePaths;
using Npgsql;

// Usage: Marketplace.WritePaths <connection string> <rounds>
var settings = new NpgsqlConnectionStringBuilder(args[0]) { MaxAutoPrepare = 50, AutoPrepareMinUsages = 2, Pooling = false };
await using var source = NpgsqlDataSource.Create(settings);
IWritePath[] paths =
[
    new DirectPath(),
    new AppendPath("bytea", "EXTERNAL"),
    new AppendPath("bytea, compressed by lz4", "EXTENDED"),
    new AppendPath("pieces of 8,000 bytes", "PLAIN"),
    new ApplyPath("json[] parameters", copiesRecords: false, stages: false),
    new ApplyPath("records by COPY", copiesRecords: true, stages: false),
    new ApplyPath("records by COPY, states and items by COPY into staging and merge", copiesRecords: true, stages: true),
];
Console.WriteLine("| way | elapsed, µs/tx | server CPU, µs/tx | client CPU, µs/tx | WAL, KiB/tx |");
Console.WriteLine("| --- | ---: | ---: | ---: | ---: |");
for (var round = 1; round <= int.Parse(args[1], CultureInfo.InvariantCulture); round++)
{
    foreach (var path in paths)
        Console.WriteLine(await Measurement.Of(source, path));
}
