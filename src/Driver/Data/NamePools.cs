using Bogus;

namespace Marketplace.Driver.Data;

/// <summary>
/// Realistic words, drawn once from Bogus with the seed; entities are composed of them. Bogus itself is too slow to be asked for
/// each of millions of entities.
/// </summary>
internal sealed class NamePools
{
    private const int Many = 1_000;
    private const int Few = 100;

    public NamePools(long seed)
    {
        var faker = new Faker("en") { Random = new Randomizer(Fold(seed)) };
        FirstNames = Draw(Many, () => faker.Name.FirstName());
        LastNames = Draw(Many, () => faker.Name.LastName());
        Streets = Draw(Many, () => faker.Address.StreetName());
        Complements = Draw(Few, () => faker.Address.SecondaryAddress());
        Cities = Draw(Many, () => faker.Address.City());
        States = Draw(Few, () => faker.Address.StateAbbr());
        ZipCodes = Draw(Many, () => faker.Address.ZipCode("#####-###"));
        Companies = Draw(Many, () => faker.Company.CompanyName());
        Products = Draw(Many, () => faker.Commerce.ProductName());
        Categories = Draw(Few, () => faker.Commerce.Department(1));
        Descriptions = Draw(Few, () => faker.Commerce.ProductDescription());
        CardBrands = ["VISA", "MASTERCARD", "AMEX", "ELO", "DISCOVER"];
    }

    public string[] FirstNames { get; }
    public string[] LastNames { get; }
    public string[] Streets { get; }

    /// <summary>Flats and floors.</summary>
    public string[] Complements { get; }

    public string[] Cities { get; }
    public string[] States { get; }
    public string[] ZipCodes { get; }
    public string[] Companies { get; }
    public string[] Products { get; }
    public string[] Categories { get; }
    public string[] Descriptions { get; }
    public string[] CardBrands { get; }

    private static int Fold(long seed) => (int)(seed ^ seed >> 32);

    private static string[] Draw(int count, Func<string> next)
    {
        var words = new string[count];
        for (var i = 0; i < count; i++)
            words[i] = next();
        return words;
    }
}
