using Marketplace.Records;
using Marketplace.Records.Stores;

try
{
    await RecordsService.Create(args, TimeProvider.System).Run();
    return 0;
}
catch (RecordsSettingException error)
{
    await Console.Error.WriteLineAsync(error.Message);
    return 2;
}
